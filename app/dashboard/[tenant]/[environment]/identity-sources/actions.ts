"use server";

import { z } from "zod";
import { About } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { type Words, wordsOf } from "@/app/dashboard/_words/words-of";
import { uriProblemIn } from "@/app/dashboard/[tenant]/[environment]/oidc-clients/_parts/uri-problem";
import { line } from "@/lib/contract/fields";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { changeIdentitySource } from "@/lib/external-identities/change-identity-source";
import { createIdentitySource } from "@/lib/external-identities/create-identity-source";
import { issuerProblem } from "@/lib/external-identities/identity-source";
import { findIdentitySource } from "@/lib/external-identities/identity-source-store";
import { publicHttpsProblem } from "@/lib/outbound/public-address";
import { mappingOf, mappingProblem } from "./mapping";

type Said = Words<"connections">;

const address = ({ t, texts }: Said, problemOf: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .min(1, t("sources.actions.addressNeeded"))
    .max(512, t("sources.actions.addressLong"))
    .regex(/^[\x21-\x7e]*$/, t("sources.actions.addressPlain"))
    .superRefine((text, context) => {
      const problem = text && problemOf(text);
      if (!problem) return;
      const said = uriProblemIn(texts.uris.wrong, problem);
      const message = t("sources.actions.addressWrong", { problem: said });
      context.addIssue({ code: "custom", message });
    });

const audiences = ({ t }: Said) =>
  z
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

const attributeMapping = ({ t }: Said) =>
  z
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

const changeable = (words: Said) => ({
  audiences: audiences(words),
  jwksUri: address(words, publicHttpsProblem),
  attributeMapping: attributeMapping(words),
});

// Whoever can sign as an issuer signs in as whoever is bound to it.
const trust = { role: "admin", stepUp: true } as const;

/** Makes an issuer one that the environment believes. */
export const createSourceAction: FormAction = async (state, form) => {
  const words = await wordsOf("connections");
  const action = administratorAction(
    z.object({ issuer: address(words, issuerProblem), ...changeable(words) }),
    trust,
    async ({ caller, input, place }): Promise<FormState> => {
      const { id } = await createIdentitySource(caller, input);
      return {
        done: words.t("sources.actions.added", { issuer: input.issuer }),
        goTo: placePath(place, `identity-sources/${id}`),
      };
    },
  );
  return action(state, form);
};

/** Changes how a source's tokens are believed. */
export const changeSourceAction: FormAction = async (state, form) => {
  const words = await wordsOf("connections");
  const action = administratorAction(
    About.extend(changeable(words)),
    trust,
    async ({ caller, input: { id, ...changes } }): Promise<FormState> => {
      const { issuer } = await changeIdentitySource(caller, id, changes);
      return { done: words.t("sources.actions.saved", { issuer }) };
    },
  );
  return action(state, form);
};

/** Believes a source again. */
export const enableSourceAction = administratorAction(About, trust, async ({ caller, input }) => {
  const { issuer } = await changeIdentitySource(caller, input.id, { status: "active" });
  const { t } = await wordsOf("connections");
  return { done: t("sources.actions.enabled", { issuer }) };
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
    const { t } = await wordsOf("connections");
    return { done: t("sources.actions.disabled", { issuer: source.issuer }) };
  },
);
