"use server";

import { z } from "zod";
import { optionalLine } from "@/app/dashboard/_nouns/fields";
import { ownAction } from "@/app/dashboard/_request/own-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { changeOwnName } from "@/lib/core/administrators/change-own-name";

const t = laterIn("frame");

/** Changes the signed-in administrator's name. */
export const changeNameAction = ownAction(
  z.object({ displayName: optionalLine(200) }),
  async (oneself, { displayName }) => {
    await changeOwnName(oneself, displayName);
    return { done: t("profile.nameSaved") };
  },
);
