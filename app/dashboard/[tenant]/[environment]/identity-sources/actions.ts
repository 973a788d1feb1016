"use server";

import { z } from "zod";
import { About } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { line } from "@/lib/contract/fields";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { changeIdentitySource } from "@/lib/external-identities/change-identity-source";
import { createIdentitySource } from "@/lib/external-identities/create-identity-source";
import { issuerProblem } from "@/lib/external-identities/identity-source";
import { findIdentitySource } from "@/lib/external-identities/identity-source-store";
import { publicHttpsProblem } from "@/lib/outbound/public-address";
import { mappingOf, mappingProblem } from "./mapping";

const address = (problemOf: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .min(1, "Give the address.")
    .max(512, "Use at most 512 characters.")
    .regex(/^[\x21-\x7e]*$/, "Use plain characters without spaces.")
    .superRefine((text, context) => {
      const problem = text && problemOf(text);
      if (problem) context.addIssue({ code: "custom", message: `The address ${problem}.` });
    });

const audiences = z
  .string()
  .transform((text) => [
    ...new Set(
      text
        .split("\n")
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ])
  .refine((list) => list.length > 0, "Give at least one.")
  .refine(
    (list) => list.length <= 20 && list.every((one) => line(256).safeParse(one).success),
    "Use at most 20, a line of up to 256 characters each.",
  );

const attributeMapping = z
  .string()
  .superRefine((text, context) => {
    const message = mappingProblem(text);
    if (message) context.addIssue({ code: "custom", message });
  })
  .transform(mappingOf);

const changeable = { audiences, jwksUri: address(publicHttpsProblem), attributeMapping };

// Whoever can sign as an issuer signs in as whoever is bound to it.
const trust = { role: "admin", stepUp: true } as const;

/** Makes an issuer one that the environment believes. */
export const createSourceAction = administratorAction(
  z.object({ issuer: address(issuerProblem), ...changeable }),
  trust,
  async ({ caller, input, place }) => {
    const { id } = await createIdentitySource(caller, input);
    return {
      done: `${input.issuer} is believed.`,
      goTo: placePath(place, `identity-sources/${id}`),
    };
  },
);

/** Changes how a source's tokens are believed. */
export const changeSourceAction = administratorAction(
  About.extend(changeable),
  trust,
  async ({ caller, input: { id, ...changes } }) => {
    const { issuer } = await changeIdentitySource(caller, id, changes);
    return { done: `${issuer} is saved. It holds for the next token that is exchanged.` };
  },
);

/** Believes a source again. */
export const enableSourceAction = administratorAction(About, trust, async ({ caller, input }) => {
  const { issuer } = await changeIdentitySource(caller, input.id, { status: "active" });
  return { done: `${issuer} is believed again.` };
});

/** Believes a source no more, once its issuer was typed. */
export const disableSourceAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input }) => {
    const source = await inTransaction(caller, (db) => findIdentitySource(db, input.id));
    if (!source) throw missing();
    if (!typedAsAsked(input, source.issuer)) return notTypedAsAsked;
    await changeIdentitySource(caller, input.id, { status: "disabled" });
    return { done: `${source.issuer} is disabled: its tokens are refused.` };
  },
);
