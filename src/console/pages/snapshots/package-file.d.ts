/** Files of packages. The bundle copies them; the import is their path, relative to the script. */
declare module '*.wasm' {
  const path: string;
  export default path;
}

declare module '*.ttf' {
  const path: string;
  export default path;
}
