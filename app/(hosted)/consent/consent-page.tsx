import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { inBatch } from "@/lib/db/batch";
import { Form, SubmitButton } from "@/lib/oidc/pages/form";
import type { Visit } from "@/lib/oidc/pages/hosted-page";
import { Icon } from "@/lib/oidc/pages/icons";
import { pageResponse } from "@/lib/oidc/pages/page";
import { type Problem, refusalOf } from "@/lib/oidc/pages/problem";
import { ProblemNotice } from "@/lib/oidc/pages/problem-notice";
import type { HostedInteraction } from "@/lib/oidc/sign-in/hosted-interaction";
import { findUser } from "@/lib/users/user-store";

interface Shown {
  interaction: HostedInteraction;
  problem?: Problem;
}

/** The scopes that are worth a line; the others add nothing a person can judge. */
const told = ["openid", "profile", "email", "organizations", "permissions"] as const;

/** Who asks for what, and about whom. Both answers are equally easy to give. */
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
        <ul className="ticks stack-tight">
          {told
            .filter((one) => scopes.includes(one))
            .map((one) => (
              <li key={one}>
                <Icon name="check" />
                {t(`consent.${one}`)}
              </li>
            ))}
        </ul>
        <Form>
          <ProblemNotice look={look} problem={problem} />
          <div className="pair">
            <SubmitButton look="quiet" name="answer" value="deny" className="full">
              {t("consent.deny")}
            </SubmitButton>
            <SubmitButton name="answer" value="allow">
              {t("consent.allow")}
            </SubmitButton>
          </div>
          <p className="centred">
            <SubmitButton look="link" name="answer" value="other">
              {t("code.other")}
            </SubmitButton>
          </p>
        </Form>
      </div>
    ),
  });
}
