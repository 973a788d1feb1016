import { listPage } from "@/app/dashboard/_nouns/list-page";
import { Mono, Quiet, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchEnrolmentTokens } from "@/lib/core/enrolment/enrolment-token-search-store";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { TokenStateBadge, tokenState, usesOf } from "./token-state";

export const generateMetadata = titled("installations", "tokens.title");

/** List of the tokens with which installations enrol. */
export default listPage({
  ...{ area: "installations", texts: "tokens", path: "enrolment-tokens" },
  read: (caller, browse) => inBatch(caller, (db) => searchEnrolmentTokens(db, browse)),
  show: ({ t }) => ({
    name: [t("tokens.token"), ({ name, hint }) => ({ name, below: <Mono>aen_{hint}</Mono> })],
    columns: [
      [t("shared.status"), (token) => <TokenStateBadge state={tokenState(token, now())} t={t} />],
      [t("tokens.uses"), (token) => usesOf(token, t), "whitespace-nowrap"],
      [
        t("shared.app"),
        ({ appName, organizationName }) => (
          <>
            {appName}
            <div>
              <Quiet>{organizationName ?? t("shared.noOrganization")}</Quiet>
            </div>
          </>
        ),
        "min-w-40 wrap-anywhere",
      ],
      [t("tokens.expires"), ({ expiresAt }) => <When at={expiresAt} />, "whitespace-nowrap"],
    ],
  }),
});
