import { nounOf } from "@/app/dashboard/_sentences/party-words";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { auditKinds } from "@/lib/core/audit/audit-kinds";

const byNoun = Map.groupBy(auditKinds, (kind) => kind.split(".")[0] ?? "");

/** Options for every kind, grouped by subject.
 *  @param chosen a kind that is not among them, a product's own, is an option too */
export async function KindOptions({ chosen }: { chosen: string }) {
  const { t, texts, locale } = await wordsOf("audit");
  const isKnown =
    chosen === "" || chosen.endsWith(".*") || auditKinds.some((kind) => kind === chosen);
  const isGroup = chosen.endsWith(".*") && byNoun.has(chosen.slice(0, -2));
  const named = (noun: string) => {
    const word = nounOf(texts, noun);
    return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
  };
  return (
    <>
      <option value="">{t("filters.anyKind")}</option>
      {(!isKnown || (chosen.endsWith(".*") && !isGroup)) && (
        <option value={chosen}>{chosen}</option>
      )}
      {[...byNoun].map(([noun, kinds]) => (
        <optgroup key={noun} label={named(noun)}>
          {kinds.length > 1 && (
            <option value={`${noun}.*`}>{t("filters.allOf", { noun: named(noun) })}</option>
          )}
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
