import { pageAt } from "@/app/(hosted)/_place/place";
import { RequestedScopes } from "@/app/(hosted)/_sign-in/asked-scopes";
import { DenyOrAllow } from "@/app/(hosted)/_sign-in/deny-or-allow";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { SignedIn } from "@/app/(hosted)/account-security/signed-in";
import type { SelectableOrganization } from "@/lib/core/access/access";
import { USER_CODE } from "@/lib/core/contract/device-authorization";
import { shownUserCode } from "@/lib/core/device-codes/user-code";
import type { DeviceRequest } from "@/lib/core/oidc/device/device-request";
import { Form } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { Icon } from "@/lib/core/oidc/pages/icons";
import { Notice } from "@/lib/core/oidc/pages/notice";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { findUser } from "@/lib/core/users/user-store";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { describeAgent } from "@/lib/kernel/process/describe-agent";
import { networkOf } from "@/lib/kernel/process/network";

interface Shown {
  request: DeviceRequest;
  /** User who is signed in here; null without a session. */
  person: SignedIn | null;
  /** Organizations to choose from, after the user approved. */
  organizations?: readonly SelectableOrganization[];
  /** Refusal after the user approved: they may not enter the client's app, or have to add a factor first. */
  refused?: "denied" | "factor_needed";
}

/** Returns the tenant and environment whose pages are shown for a request. */
export const placeIn = ({ tenant, environmentKey }: DeviceRequest) => ({
  tenant: tenant.publicId,
  environment: environmentKey,
});

/** Page that shows who requests access, from where and for what, and warns of codes that an attacker sent.
 *  Denying is as easy as approving, and needs no sign-in. */
export async function devicePage(visit: Visit, shown: Shown): Promise<Response> {
  const { request, person, organizations, refused } = shown;
  const { client, tenant, branding, authorization, scope } = request;
  const look = lookOfForm(visit, branding);
  const { t } = look;
  const user = person && (await inBatch(scope, (db) => findUser(db, person.owner.userId)));
  const scopes = authorization.scope.split(" ");
  return pageResponse(look, {
    title: t("device.askTitle", { client: client.name }),
    intro: user
      ? t("device.askAs", { tenant: tenant.name, email: user.email })
      : t("device.ask", { tenant: tenant.name }),
    ...(refused && { status: 422 }),
    private: true,
    content: (
      <div className="stack">
        {refused && (
          <Notice tone="danger" focus>
            {refused === "denied" ? (
              t("device.noAccess", { client: client.name })
            ) : (
              <>
                {t("device.factorNeeded")}{" "}
                <a href={pageAt("/account-security", placeIn(request))} className="link">
                  {t("security.title")}
                </a>
              </>
            )}
          </Notice>
        )}
        <Origin look={look} visit={visit} request={request} />
        <div className="notice danger">
          <Icon name="alert" />
          <div>{t("device.warning")}</div>
        </div>
        {!client.firstParty && <RequestedScopes look={look} scopes={scopes} />}
        <Form action="/device" hidden={{ [USER_CODE]: shownUserCode(request.userCode) }}>
          {organizations && <Organizations look={look} organizations={organizations} />}
          <DenyOrAllow
            look={look}
            allow={user ? t("consent.allow") : t("device.signIn")}
            offersOther={Boolean(user)}
          />
        </Form>
      </div>
    ),
  });
}

interface OriginProps {
  look: PageLook;
  visit: Visit;
  request: DeviceRequest;
}

/** Code for comparison, and the network and place of the request. */
function Origin({ look: { t, format }, visit, request }: OriginProps) {
  const { ipAddress, userAgent, createdAt } = request.authorization;
  const device = describeAgent(userAgent).name;
  const here = networkOf(visit.context.ipAddress);
  const isElsewhere = here !== null && networkOf(ipAddress) !== here;
  return (
    <>
      <p className="centred">
        {t("device.compare")}
        <bdi className="secret user-code" dir="ltr">
          {shownUserCode(request.userCode)}
        </bdi>
      </p>
      <dl className="asked">
        <dt>{t("device.from")}</dt>
        <dd>
          <bdi>{ipAddress ?? t("device.fromUnknown")}</bdi>
          {device && (
            <>
              {" · "}
              <bdi>{device}</bdi>
            </>
          )}
          {isElsewhere && <strong>{t("device.elsewhere")}</strong>}
        </dd>
        <dt>{t("device.at")}</dt>
        <dd>{format.relativeTime(createdAt, now())}</dd>
      </dl>
    </>
  );
}

interface OrganizationsProps {
  look: PageLook;
  organizations: readonly SelectableOrganization[];
}

/** Asks which organization the device is signed in for. */
function Organizations({ look: { t }, organizations }: OrganizationsProps) {
  return (
    <fieldset className="ways">
      <legend>{t("organization.title")}</legend>
      {organizations.map(({ id, name, slug }, index) => (
        <div key={id} className="choice">
          <input
            type="radio"
            name="organization"
            id={`organization-${id}`}
            value={id}
            defaultChecked={index === 0}
          />
          <label htmlFor={`organization-${id}`}>
            <bdi>{name}</bdi> <bdi className="small">{slug}</bdi>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
