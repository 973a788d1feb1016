import { RequestedScopes } from "@/app/(hosted)/_sign-in/asked-scopes";
import { DenyOrAllow } from "@/app/(hosted)/_sign-in/deny-or-allow";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { Form } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { type Problem, refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { findUser } from "@/lib/core/users/user-store";
import { inBatch } from "@/lib/kernel/db/batch";

interface Shown {
  interaction: HostedInteraction;
  problem?: Problem;
}

/** Page that names the requesting client, the scopes and the user. Both answers are equally easy to give. */
export async function consentPage(
  visit: Visit,
  { interaction, problem }: Shown,
): Promise<Response> {
  const { scope, branding, client, userId, scopes } = interaction;
  const look = lookOfForm(visit, branding);
  const { t } = look;
  const user = userId === null ? null : await inBatch(scope, (db) => findUser(db, userId));
  return pageResponse(look, {
    title: t("consent.title", { client: client.name }),
    intro: t("consent.intro", {
      client: client.name,
      tenant: branding.name,
      email: user?.email ?? "",
    }),
    ...(problem && refusalOf(problem)),
    content: (
      <div className="stack">
        <RequestedScopes look={look} scopes={scopes} />
        <Form>
          <ProblemNotice look={look} problem={problem} />
          <DenyOrAllow look={look} allow={t("consent.allow")} offersOther />
        </Form>
      </div>
    ),
  });
}
