import type { Brand } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** A message that the operator sends to see whether mail arrives. */
export function deliveryTest({ name }: Brand, { t }: Voice): Letter {
  return {
    subject: t("delivery_test.subject", { name }),
    title: t("delivery_test.title"),
    blocks: [
      { kind: "text", text: t("delivery_test.body", { name }) },
      { kind: "note", text: t("delivery_test.caution") },
    ],
  };
}
