import { quietButton } from "@/app/dashboard/_parts/buttons";

/** Signs out with one press: a plain form, whose answer is a page of its own. */
export function SignOut() {
  return (
    <form method="post" action="/dashboard/sign-out">
      <button type="submit" className={`${quietButton} whitespace-nowrap`}>
        Sign out
      </button>
    </form>
  );
}
