export { astToString, default as typescript } from 'openapi-typescript';
/** Of the package: it has no types. */
export const postman: {
  convert(
    input: { type: 'json'; data: object },
    options: object,
    done: (
      error: Error | null,
      converted: { result: boolean; reason?: string; output: { data: unknown }[] },
    ) => void,
  ): void;
};
