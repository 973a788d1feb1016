import { placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Card, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { TextLink } from "@/app/dashboard/_parts/text";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { MOST_PER_MINUTE } from "../most-per-minute";
import { IssueForm } from "./issue-form";

export const generateMetadata = titled("installations", "newToken.title");

/** Form that issues an enrolment token. */
export default adminPage("installations", async ({ caller, t, texts, format, place }) => {
  const apps = (await inBatch(caller, listApps)).filter(({ status }) => status === "active");
  return (
    <>
      <BackTo href={placePath(place, "enrolment-tokens")}>{t("tokens.title")}</BackTo>
      <PageHead title={t("newToken.title")} about={t("newToken.about")} />
      {apps.length === 0 ? (
        <Empty title={t("newToken.noAppTitle")}>
          {t.rich("newToken.noApp", {
            link: (chunks) => <TextLink href={placePath(place, "apps/new")}>{chunks}</TextLink>,
          })}
        </Empty>
      ) : (
        <Card>
          <IssueForm
            texts={texts.issueForm}
            issued={texts.issued}
            place={place}
            apps={apps.map(({ id, name }) => ({ value: id, name }))}
            perMinute={{
              most: format.number(MOST_PER_MINUTE),
              usual: format.number(config().limits.enrolmentRedemptions),
            }}
          />
        </Card>
      )}
    </>
  );
});
