import { routes } from "@haitech/contract/routes"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { usePublish } from "./api.ts"

interface Props {
  readonly of: "course" | "lesson"
  readonly record: { readonly id: string; readonly title: string; readonly isPublished: boolean }
}

const ROUTES = { course: routes.changeCourse, lesson: routes.changeLesson }

/** Publishes a course or a lesson, or takes it offline. */
export function PublishButton({ of, record: { id, title, isPublished } }: Props) {
  const { t, showToast, showFailure } = useLearningAdminApp()
  const publication = usePublish(ROUTES[of], id)
  const change = () =>
    publication.mutate(!isPublished, {
      onSuccess: () =>
        showToast(
          "success",
          t("admin.updated_title"),
          t(isPublished ? "admin.is_unpublished" : "admin.is_published", { title }),
        ),
      onError: showFailure,
    })
  return (
    <BusyButton compact look="quiet" isBusy={publication.isPending} onClick={change}>
      {t(isPublished ? "admin.unpublish" : "admin.publish")}
      <span className="sr">: {title}</span>
    </BusyButton>
  )
}
