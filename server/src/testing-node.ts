/** What a process of Node needs of the environment: its search path, and where it finds code that is compiled already. */
export function nodeEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}
