/** A section of a configuration. It holds things by their keys, or one thing under the key "". */
export type SectionName =
  | "securityPolicy"
  | "branding"
  | "environment"
  | "passkeys"
  | "previousSystem"
  | "organizationTypes"
  | "apps"
  | "roles"
  | "packages"
  | "entitlementPolicy"
  | "oidcClients"
  | "identitySources";

/** A thing in the form of a file: references are keys. */
export type Thing = Readonly<Record<string, unknown>>;

/** Things by their keys. */
export type Things = Readonly<Record<string, Thing>>;

/** A field that a step changes. */
export interface FieldChange {
  name: string;
  before?: unknown;
  after?: unknown;
}

/** One difference between the desired and the current state. */
export interface Step {
  section: SectionName;
  /** Key of the thing; empty for a section that is one thing. */
  key: string;
  action: "create" | "change" | "remove";
  fields: FieldChange[];
}

/** Steps that bring a section to its desired state. A thing missing in the file is a removal; a section
 *  missing in the file stays unchanged.
 *  @param isGone whether a thing that cannot be deleted counts as removed already */
export function stepsOf(
  section: SectionName,
  there: Things,
  desired: Things | undefined,
  isGone: (thing: Thing) => boolean = () => false,
): Step[] {
  if (desired === undefined) return [];
  const made = Object.entries(desired).flatMap(([key, thing]): Step[] => {
    const before = ownThing(there, key);
    const fields = changesOf(before ?? {}, thing);
    if (before === undefined) return [{ section, key, action: "create", fields }];
    return fields.length > 0 ? [{ section, key, action: "change", fields }] : [];
  });
  const removed = Object.entries(there)
    .filter(([key, thing]) => !Object.hasOwn(desired, key) && !isGone(thing))
    .map(([key, thing]): Step => {
      const fields = Object.entries(thing).map(([name, before]) => ({ name, before }));
      return { section, key, action: "remove", fields };
    });
  return [...made, ...removed];
}

/** Like `stepsOf`, for a section that is one thing with optional fields: a field missing in the file is a
 *  removal. */
export function stepsOfFields(
  section: SectionName,
  there: Thing,
  desired: Thing | undefined,
): Step[] {
  if (desired === undefined) return [];
  const fields = changesOf(there, desired);
  const unset = Object.entries(there)
    .filter(([name, value]) => value !== null && desired[name] === undefined)
    .map(([name, before]) => ({ name, before, after: null }));
  return [
    ...(fields.length > 0 ? [{ section, key: "", action: "change" as const, fields }] : []),
    ...(unset.length > 0 ? [{ section, key: "", action: "remove" as const, fields: unset }] : []),
  ];
}

/** Returns the thing with a key, ignoring inherited properties: a key may be `constructor`. */
export function ownThing(things: Things, key: string): Thing | undefined {
  return Object.hasOwn(things, key) ? things[key] : undefined;
}

function changesOf(before: Thing, after: Thing): FieldChange[] {
  return Object.entries(after)
    .filter(([name, value]) => value !== undefined && !isSame(before[name] ?? null, value))
    .map(([name, value]) =>
      before[name] === undefined
        ? { name, after: value }
        : { name, before: before[name], after: value },
    );
}

/** Whether two values of a field are equal. Lists are compared as sets. */
function isSame(one: unknown, other: unknown): boolean {
  return settled(one) === settled(other);
}

function settled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(settled).sort().join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}:${settled(inner)}`);
  return `{${entries.sort().join()}}`;
}
