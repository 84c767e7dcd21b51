/** Reports whether two types are the same. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Holds only where its argument is `true`. */
export type Expect<T extends true> = T;
