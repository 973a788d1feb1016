import { ListFilter } from "@/app/dashboard/_nouns/list-filter";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Filter of the list for users whose invitation is open, or lapsed (`?invitation=`). */
export async function InvitationFilter({ invitation }: { invitation: string | null }) {
  const { t } = await wordsOf("users");
  return (
    <ListFilter
      label={t("list.invitation.label")}
      name="invitation"
      value={invitation}
      any={t("list.invitation.any")}
      options={[
        { value: "open", name: t("list.invitation.open") },
        { value: "lapsed", name: t("list.invitation.lapsed") },
      ]}
    />
  );
}
