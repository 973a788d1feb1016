import { auditKinds } from "@/lib/audit/audit-kinds";

const byNoun = Map.groupBy(auditKinds, (kind) => kind.split(".")[0] ?? "");

/** Every kind there is to choose from, grouped by what it is about.
 *  @param chosen one that is not among them, a product's own, is an option too */
export function KindOptions({ chosen }: { chosen: string }) {
  const isKnown =
    chosen === "" || chosen.endsWith(".*") || auditKinds.some((kind) => kind === chosen);
  const isGroup = chosen.endsWith(".*") && byNoun.has(chosen.slice(0, -2));
  return (
    <>
      <option value="">Any</option>
      {(!isKnown || (chosen.endsWith(".*") && !isGroup)) && (
        <option value={chosen}>{chosen}</option>
      )}
      {[...byNoun].map(([noun, kinds]) => (
        <optgroup key={noun} label={named(noun)}>
          {kinds.length > 1 && <option value={`${noun}.*`}>All: {named(noun)}</option>}
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

/** `oidc_client` as people write it. */
function named(noun: string): string {
  const words = noun.replaceAll("_", " ").replace("oidc", "OIDC");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
