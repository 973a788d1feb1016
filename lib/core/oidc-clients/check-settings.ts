import { findApp } from "@/lib/core/apps/app-store";
import { methodsProblem } from "@/lib/core/oidc-clients/check-methods";
import {
  type ClientMethods,
  usualMethods,
  withProfile,
} from "@/lib/core/oidc-clients/client-methods";
import {
  backchannelUriProblem,
  type OidcClient,
  postLogoutRedirectUriProblem,
  redirectUriProblem,
} from "@/lib/core/oidc-clients/oidc-client";
import type { OidcClientSettings } from "@/lib/core/oidc-clients/oidc-client-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { type Refusal, ServiceError } from "@/lib/kernel/errors";
import { snakeName } from "@/lib/kernel/names";
import { network } from "@/lib/kernel/outbound/network";

const MAX_URIS = 50;

/** Checks a relying party's settings before they are stored.
 *  @param known fields that never change, and current values of fields that the settings omit
 *  @throws ServiceError `unprocessable` that names the field */
export async function checkSettings(
  db: Queryable,
  settings: Partial<OidcClientSettings>,
  known: Pick<OidcClient, "type"> &
    Partial<
      Pick<OidcClient, "appId" | "allowedScopes" | "redirectUris" | "deviceAuthorization"> &
        ClientMethods
    >,
): Promise<void> {
  const { redirectUris = [], deviceAuthorization = false } = { ...known, ...settings };
  if (redirectUris.length === 0 && !deviceAuthorization)
    throw refused("redirect_uris", "register at least one address", { name: "noRedirectUri" });
  checkEach("redirect_uris", settings.redirectUris, (uri) => redirectUriProblem(uri, known.type));
  checkEach(
    "post_logout_redirect_uris",
    settings.postLogoutRedirectUris,
    postLogoutRedirectUriProblem,
  );
  if (settings.backchannelLogoutUri) {
    const problem = backchannelUriProblem(settings.backchannelLogoutUri, network().takesLoopback);
    if (problem)
      throw refused("backchannel_logout_uri", problem, {
        name: "uriRefused",
        uri: settings.backchannelLogoutUri,
        problem,
      });
  }
  const problem = methodsProblem(
    { ...usualMethods(known.type), ...known, ...settings },
    known.type,
  );
  if (problem) throw refused(problem.field, problem.problem);
  if (settings.appId && !(await findApp(db, settings.appId)))
    throw refused("app_id", "names no app of this environment", { name: "appUnknown" });
  const { appId, allowedScopes = [] } = { ...known, ...settings };
  if (allowedScopes.length > 0 && !appId)
    throw refused("allowed_scopes", "need an app, whose rules decide what a user may do", {
      name: "scopesNeedApp",
    });
}

/** Completes the settings with the values that their profile fixes, so that the stored settings are complete.
 *  @throws ServiceError `unprocessable` that names a field that contradicts the profile */
export function fixedByProfile<Settings extends Partial<ClientMethods>>(
  settings: Settings,
  known: Partial<ClientMethods> = {},
): Settings {
  const fixed = withProfile(settings, known);
  if (!("contradicts" in fixed)) return fixed;
  const field = snakeName(fixed.contradicts);
  throw refused(field, "the profile fapi2 fixes it to another value; leave it out");
}

function checkEach(
  field: string,
  uris: readonly string[] | undefined,
  problemOf: (uri: string) => string | null,
): void {
  if ((uris?.length ?? 0) > MAX_URIS)
    throw refused(field, `register at most ${MAX_URIS} addresses`, {
      name: "tooManyUris",
      most: MAX_URIS,
    });
  for (const uri of uris ?? []) {
    const problem = problemOf(uri);
    if (problem) throw refused(field, `${uri} ${problem}`, { name: "uriRefused", uri, problem });
  }
}

function refused(field: string, problem: string, says?: Refusal): ServiceError {
  return new ServiceError("unprocessable", {
    detail: `${field}: ${problem}.`,
    ...(says && { says }),
  });
}
