-- AlterEnum
ALTER TYPE "one_time_purpose" ADD VALUE 'not_me';
