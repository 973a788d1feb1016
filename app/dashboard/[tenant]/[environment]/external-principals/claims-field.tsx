import { TextArea } from "@/app/dashboard/_parts/field";

/** What is known of a principal, as JSON. */
export function ClaimsField({ claims }: { claims?: Record<string, unknown> }) {
  const known = claims && Object.keys(claims).length > 0;
  return (
    <TextArea
      label="What is known of them"
      name="claims"
      hint="Optional: a JSON object of at most 16 KiB. Tokens that are exchanged bring mapped attributes up to date."
      defaultValue={known ? JSON.stringify(claims, null, 2) : ""}
      rows={4}
      mono
    />
  );
}
