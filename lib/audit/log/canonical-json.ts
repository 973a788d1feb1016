/** A value as JSON of which everybody makes the same bytes: names in the order of their UTF-16 code units, no white space, numbers and
 *  strings as ECMAScript writes them (RFC 8785, JSON Canonicalization Scheme). Members that are undefined are left out.
 *  @throws TypeError for what JSON has no form for: a number that is not finite, a lone surrogate, a function */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) return canonicalObject(value);
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError("A number of JSON is finite");
  if (typeof value === "string" && !value.isWellFormed())
    throw new TypeError("A string of JSON has no lone surrogates");
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no form for a ${typeof value}`);
  return text;
}

function canonicalObject(object: object): string {
  const members = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${canonicalJson(name)}:${canonicalJson(value)}`);
  return `{${members.join(",")}}`;
}
