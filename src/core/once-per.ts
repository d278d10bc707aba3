/** The same function, worked out once for each object: what came of it is kept as long as the object is. */
export function oncePer<Subject extends object, Made>(make: (subject: Subject) => Made): (subject: Subject) => Made {
  const known = new WeakMap<Subject, { readonly made: Made }>();
  return (subject) => {
    const before = known.get(subject);
    if (before !== undefined) return before.made;
    const made = make(subject);
    known.set(subject, { made });
    return made;
  };
}
