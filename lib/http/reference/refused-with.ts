import {
  type Answer,
  type Description,
  groupsOf,
  type PlacedOperation,
} from "@/lib/http/reference/description";

/** An operation that can be refused with a code. */
export interface Refused {
  /** Where it stands in the reference. */
  address: string;
  group: string;
  operation: PlacedOperation;
  status: string;
}

/** Where each code is met, in the order of the reference. */
export function refusedWith(description: Description): ReadonlyMap<string, readonly Refused[]> {
  const found = new Map<string, Refused[]>();
  for (const { slug, name, operations } of groupsOf(description))
    for (const operation of operations)
      for (const [status, answer] of Object.entries(operation.responses)) {
        // An answer that is no refusal tells of codes of its own: why a line of an import was not taken.
        if (status < "400") continue;
        for (const code of codesIn(answer)) {
          const address = `/docs/reference/${slug}#${operation.operationId}`;
          const all = found.get(code) ?? [];
          found.set(code, [...all, { address, group: name, operation, status }]);
        }
      }
  return found;
}

/** Where problem documents and OAuth errors carry their code, and where RFC 6749 has its own. */
const codeFields = ["code", "error_code", "error"];

/** The codes that the examples of a refusal carry, and those that its description names. */
function codesIn({ description, content }: Answer): Set<string> {
  const examples = Object.values(content ?? {}).flatMap((media) => [
    media.example,
    ...Object.values(media.examples ?? {}).map(({ value }) => value),
  ]);
  const carried = examples.flatMap((example) => {
    const fields: Record<string, unknown> = Object(example);
    return codeFields.map((name) => fields[name]).filter((value) => typeof value === "string");
  });
  const isOAuth = examples.some((example) => Object.hasOwn(Object(example), "error"));
  const named = isOAuth ? [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code) : [];
  const codes = new Set([...carried, ...named].map(String));
  for (const name of codeFields) codes.delete(name);
  return codes;
}
