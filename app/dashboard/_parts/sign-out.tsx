import { quietButton } from "@/app/dashboard/_parts/buttons";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Signs out with one press: a plain form, whose answer is a page of its own. */
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
