/** Makes something once, when it is first needed. */
export function lazily<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
