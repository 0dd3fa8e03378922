declare module "*?worker&url" {
  const address: string
  export default address
}
declare module "*?url" {
  const address: string
  export default address
}
