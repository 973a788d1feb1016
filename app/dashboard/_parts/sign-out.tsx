import { quietButton } from "@/app/dashboard/_parts/buttons";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Button that signs out: a plain form, whose answer is a page of its own. */
export async function SignOut() {
  const { t } = await wordsOf("frame");
  return (
    <form method="post" action="/dashboard/sign-out">
      <button type="submit" className={`${quietButton} whitespace-nowrap`}>
        {t("layout.signOut")}
      </button>
    </form>
  );
}
