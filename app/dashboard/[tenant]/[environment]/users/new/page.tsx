import Link from "next/link";
import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Checkbox } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listRoles } from "@/lib/core/roles/role-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createUserAction } from "../actions";
import { LinkForm } from "../link-form";
import { ProfileFields } from "../profile-fields";
import { FirstLinkChoice } from "./first-link-choice";

export const generateMetadata = titled("users", "new.title");

/** Form that creates a user, with an optional first membership. */
export default adminPage("users", async ({ caller, t, texts, place }) => {
  const roles = await inBatch(caller, listRoles);
  const list = placePath(place, "users");
  return (
    <>
      <BackTo href={list}>{t("list.title")}</BackTo>
      <PageHead title={t("new.title")} about={t("new.about")} />
      <Card>
        <LinkForm
          action={createUserAction}
          submit={t("new.submit")}
          texts={texts.linkForm}
          beside={
            <Link href={list} className={quietButton}>
              {t("new.cancel")}
            </Link>
          }
        >
          <PlaceFields place={place} />
          <ProfileFields />
          <div className="grid items-end gap-6 sm:grid-cols-2">
            <OrganizationPicker place={place} hint={t("new.organizationHint")} />
            <RoleSelect roles={roles} />
          </div>
          <FirstLinkChoice texts={texts.firstLink} />
          <Checkbox label={t("new.verified")} name="emailVerified" hint={t("new.verifiedHint")} />
        </LinkForm>
      </Card>
    </>
  );
});
