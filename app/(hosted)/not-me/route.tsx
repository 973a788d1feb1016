import { linkSecret, withoutSecret } from "@/app/(hosted)/_link/link-secret";
import { disownAttempt, readNotMeLink } from "@/lib/core/login/disown-attempt";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import { hostedPage, type Submission, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookOf } from "@/lib/core/oidc/pages/page-look";

/** Page of "This wasn't me" in a mailed code. It only asks: opening ends nothing, because mail scanners open
 *  links too. */
async function show(visit: Visit): Promise<Response> {
  await admitAnonymous(visit.context);
  const moved = withoutSecret(visit);
  if (moved) return moved;
  const secret = linkSecret(visit.cookies) ?? "";
  const scope = await readNotMeLink(secret);
  if (!scope) return deadLinkPage(visit);
  const look = await lookOf(visit.request, scope);
  const { t } = look;
  return pageResponse(look, {
    title: t("notMe.title"),
    intro: t("notMe.intro", { tenant: look.branding?.name ?? "Atrium" }),
    private: true,
    content: (
      <>
        <Form hidden={{ token: secret }}>
          <SubmitButton>{t("notMe.submit")}</SubmitButton>
        </Form>
        <p className="details">{t("notMe.mine")}</p>
      </>
    ),
  });
}

/** Ends the attempt. The secret comes from the form, not the cookie: with two links open, each page ends its
 *  own attempt. */
async function submit({ context, request, field }: Submission): Promise<Response> {
  await admitAnonymous(context);
  const ended = await disownAttempt(field("token"), context);
  if (!ended) return deadLinkPage({ request });
  const look = await lookOf(request, ended.scope);
  const { t } = look;
  return pageResponse(look, {
    title: t("notMe.doneTitle"),
    intro: t(`notMe.${ended.outcome}`),
    private: true,
    content: (
      <a className="button primary" href={ended.resetLink}>
        {t("notMe.reset")}
      </a>
    ),
  });
}

/** Page for a link that is spent, withdrawn, expired or unknown: it doesn't reveal whose it was. */
async function deadLinkPage({ request }: Pick<Visit, "request">): Promise<Response> {
  const look = await lookOf(request, null);
  const { t } = look;
  return pageResponse(look, {
    title: t("setPassword.expiredTitle"),
    intro: t("notMe.expired"),
    status: 400,
  });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
