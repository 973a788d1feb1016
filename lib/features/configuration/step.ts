/** A part of a configuration that holds things by their keys, or one thing under the key "". */
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

/** A thing as a file says it: references are keys. */
export type Thing = Readonly<Record<string, unknown>>;

/** Things by their keys. */
export type Things = Readonly<Record<string, Thing>>;

/** A field that a step changes. */
export interface FieldChange {
  name: string;
  before?: unknown;
  after?: unknown;
}

/** One difference between what a file wants and what is there. */
export interface Step {
  section: SectionName;
  /** The thing's key; empty for a section that is one thing. */
  key: string;
  action: "create" | "change" | "remove";
  fields: FieldChange[];
}

/** What must happen so that a section is as a file wants it. A thing that the file does not name is a removal; a section
 *  that the file does not have is left alone.
 *  @param isGone whether a thing that can't be deleted is as good as removed already */
export function stepsOf(
  section: SectionName,
  there: Things,
  wanted: Things | undefined,
  isGone: (thing: Thing) => boolean = () => false,
): Step[] {
  if (wanted === undefined) return [];
  const made = Object.entries(wanted).flatMap(([key, thing]): Step[] => {
    const before = ownThing(there, key);
    const fields = changesOf(before ?? {}, thing);
    if (before === undefined) return [{ section, key, action: "create", fields }];
    return fields.length > 0 ? [{ section, key, action: "change", fields }] : [];
  });
  const removed = Object.entries(there)
    .filter(([key, thing]) => !Object.hasOwn(wanted, key) && !isGone(thing))
    .map(([key, thing]): Step => {
      const fields = Object.entries(thing).map(([name, before]) => ({ name, before }));
      return { section, key, action: "remove", fields };
    });
  return [...made, ...removed];
}

/** The same for a section that is one thing whose fields are set or not: a field that the file does not name is a removal. */
export function stepsOfFields(
  section: SectionName,
  there: Thing,
  wanted: Thing | undefined,
): Step[] {
  if (wanted === undefined) return [];
  const fields = changesOf(there, wanted);
  const unset = Object.entries(there)
    .filter(([name, value]) => value !== null && wanted[name] === undefined)
    .map(([name, before]) => ({ name, before, after: null }));
  return [
    ...(fields.length > 0 ? [{ section, key: "", action: "change" as const, fields }] : []),
    ...(unset.length > 0 ? [{ section, key: "", action: "remove" as const, fields: unset }] : []),
  ];
}

/** The thing with this key. Keys are anybody's words: `constructor` is one, and what every object inherits is no thing. */
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

/** Whether two values of a field mean the same: lists are sets, whatever their order. */
function isSame(one: unknown, other: unknown): boolean {
  return settled(one) === settled(other);
}

function settled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(settled).sort().join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}:${settled(inner)}`);
  return `{${entries.sort().join()}}`;
}
