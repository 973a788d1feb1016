/** A value as JSON of which everybody makes the same bytes: names in the order of their UTF-16 code units, no white space, numbers and
 *  strings as ECMAScript writes them (RFC 8785, JSON Canonicalization Scheme). Members that are undefined are left out.
 *  @throws TypeError for what JSON has no form for: a number that is not finite, a lone surrogate, a function */
export function canonicalJson(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return isWrittenInOrder(value) ? JSON.stringify(value) : written(value);
  return scalar(value);
}

/** Whether `JSON.stringify` writes the value in its canonical form: names stand in their order already, all the way down.
 *  @throws TypeError for what JSON has no form for */
function isWrittenInOrder(value: object): boolean {
  let before = "";
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value) && before !== "" && name <= before) return false;
    before = name;
    if (member === undefined && Array.isArray(value)) return false;
    if (typeof member === "object" && member !== null) {
      if (!isWrittenInOrder(member)) return false;
    } else if (member !== undefined) assertScalar(member);
    if (!name.isWellFormed()) throw new TypeError("A name of JSON has no lone surrogates");
  }
  return true;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${scalar(name)}:${written(member)}`);
  return `{${members.join(",")}}`;
}

function scalar(value: unknown): string {
  assertScalar(value);
  return JSON.stringify(value);
}

function assertScalar(value: unknown): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("A string of JSON has no lone surrogates");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("A number of JSON is finite");
  } else if (typeof value !== "boolean" && value !== null)
    throw new TypeError(`JSON has no form for a ${typeof value}`);
}
