"use server";

import { z } from "zod";
import { About } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmedAction } from "@/app/dashboard/_request/confirmed-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { uriRule } from "@/app/dashboard/_words/uri-problem";
import { line } from "@/lib/core/contract/fields";
import { changeIdentitySource } from "@/lib/core/external-identities/change-identity-source";
import { createIdentitySource } from "@/lib/core/external-identities/create-identity-source";
import { issuerProblem } from "@/lib/core/external-identities/identity-source";
import { findIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import { publicHttpsProblem } from "@/lib/kernel/outbound/public-address";
import { mappingOf, mappingProblem } from "./mapping";

const t = laterIn("connections");

const address = (problemOf: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .min(1, t("sources.actions.addressNeeded"))
    .max(512, t("sources.actions.addressLong"))
    .regex(/^[\x21-\x7e]*$/, t("sources.actions.addressPlain"))
    .superRefine((text, context) => {
      const problem = text && problemOf(text);
      if (!problem) return;
      const wrong = uriRule(problem);
      const explanation = wrong ? t(`uris.wrong.${wrong.name}`, wrong.values) : `${problem}.`;
      const message = `${t("sources.actions.theAddress")} ${explanation}`;
      context.addIssue({ code: "custom", message });
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
  .refine((list) => list.length > 0, t("sources.actions.audienceNeeded"))
  .refine(
    (list) => list.length <= 20 && list.every((one) => line(256).safeParse(one).success),
    t("sources.actions.audiencesWrong"),
  );

const attributeMapping = z
  .string()
  .superRefine((text, context) => {
    const problem = mappingProblem(text);
    if (!problem) return;
    const message =
      "most" in problem
        ? t("sources.actions.attributesMany", problem)
        : t("sources.actions.attributeWrong", problem);
    context.addIssue({ code: "custom", message });
  })
  .transform(mappingOf);

const changeable = { audiences, jwksUri: address(publicHttpsProblem), attributeMapping };

// An attacker who can sign as an issuer can sign in as every user bound to it.
const trust = { role: "admin", stepUp: true } as const;

/** Creates an identity source, whose issuer the environment trusts. */
export const createSourceAction = administratorAction(
  z.object({ issuer: address(issuerProblem), ...changeable }),
  trust,
  async ({ caller, input, place }) => {
    const { id } = await createIdentitySource(caller, input);
    return {
      done: t("sources.actions.added", { issuer: input.issuer }),
      goTo: placePath(place, `identity-sources/${id}`),
    };
  },
);

/** Changes the verification of a source's tokens. */
export const changeSourceAction = administratorAction(
  About.extend(changeable),
  trust,
  async ({ caller, input: { id, ...changes } }) => {
    const { issuer } = await changeIdentitySource(caller, id, changes);
    return { done: t("sources.actions.saved", { issuer }) };
  },
);

/** Enables a source: its tokens are accepted again. */
export const enableSourceAction = administratorAction(About, trust, async ({ caller, input }) => {
  const { issuer } = await changeIdentitySource(caller, input.id, { status: "active" });
  return { done: t("sources.actions.enabled", { issuer }) };
});

/** Disables a source, once its issuer was typed: its tokens are no longer accepted. */
export const disableSourceAction = confirmedAction(
  { role: "admin" },
  findIdentitySource,
  ({ issuer }) => issuer,
  async ({ caller, input }, source) => {
    await changeIdentitySource(caller, input.id, { status: "disabled" });
    return { done: t("sources.actions.disabled", { issuer: source.issuer }) };
  },
);
