/**
 * Getters that are an object's own and are listed with its other members, as those of a literal are; objects of one class
 * share them.
 *
 * @param getters called with the object as `this`
 */
export function ownGetters<T extends object>(
  getters: Readonly<Record<string, (this: T) => unknown>> & ThisType<T>,
): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(getters).map(([name, get]) => [name, { get, enumerable: true, configurable: false }]),
  );
}
