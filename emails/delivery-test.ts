import type { Template } from "./template";

/** A message that the operator sends to see whether mail arrives. */
export const deliveryTest: Template<object> = {
  urgency: "link",
  afterFailure: "Send another one: atrium mail test <address>.",
  samples: { "delivery-test": {} },
  letter: (_, { name }, { t }) => ({
    subject: t("delivery_test.subject", { name }),
    title: t("delivery_test.title"),
    blocks: [
      { kind: "text", text: t("delivery_test.body", { name }) },
      { kind: "note", text: t("delivery_test.caution") },
    ],
  }),
};
