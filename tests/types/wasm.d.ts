// The module that an edge runtime makes of an import of wasm.

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
