import { TextArea } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** What is known of a principal, as JSON. */
export async function ClaimsField({ claims }: { claims?: Record<string, unknown> }) {
  const { t } = await wordsOf("connections");
  const known = claims && Object.keys(claims).length > 0;
  return (
    <TextArea
      label={t("principals.claims.label")}
      name="claims"
      hint={t("principals.claims.hint")}
      defaultValue={known ? JSON.stringify(claims, null, 2) : ""}
      rows={4}
      mono
    />
  );
}
