import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { SelectableOrganization } from "@/lib/core/access/access";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { type Problem, refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { findUser } from "@/lib/core/users/user-store";
import { inBatch } from "@/lib/kernel/db/batch";

interface Shown {
  interaction: HostedInteraction;
  organizations: readonly SelectableOrganization[];
  problem?: Problem;
}

/** Asks which organization a user signs in for: one button for each, so that one press is enough. */
export async function organizationPage(visit: Visit, shown: Shown): Promise<Response> {
  const { interaction, organizations, problem } = shown;
  const { scope, branding, client, userId } = interaction;
  const look = lookOfForm(visit, branding);
  const { t } = look;
  const user = userId === null ? null : await inBatch(scope, (db) => findUser(db, userId));
  return pageResponse(look, {
    title: t("organization.title"),
    intro: t("organization.intro", { client: client.name, email: user?.email ?? "" }),
    ...(problem && refusalOf(problem)),
    content: (
      <Form>
        <ProblemNotice look={look} problem={problem} />
        <ul className="stack-tight">
          {organizations.map(({ id, name, slug }) => (
            <li key={id}>
              <SubmitButton look="quiet" name="organization" value={id} className="full pick">
                <bdi>{name}</bdi>
                {hasSameName(name, organizations) && <bdi className="fine">{slug}</bdi>}
              </SubmitButton>
            </li>
          ))}
        </ul>
        <p className="centred">
          <SubmitButton look="link" name="answer" value="other">
            {t("code.other")}
          </SubmitButton>
        </p>
      </Form>
    ),
  });
}

/** Whether another organization has the same name; the slug then tells them apart. */
function hasSameName(name: string, organizations: readonly SelectableOrganization[]): boolean {
  return organizations.filter((one) => one.name === name).length > 1;
}
