declare module "*.md?raw" {
  const text: string
  // oxlint-disable-next-line import/no-default-export -- Vite hands over a file's text as the default
  export default text
}
