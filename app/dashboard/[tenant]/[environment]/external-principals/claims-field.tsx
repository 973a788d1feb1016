import { TextArea } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Field of a principal's claims, as JSON. */
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
