import { useId, useState } from "react"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { useChangeMember, useModeratePost } from "./api.ts"
import { ReasonDialog } from "./reason-dialog.tsx"

interface Props {
  readonly isRemoved: boolean
  readonly labels: { readonly remove: string; readonly restore: string }
  readonly change: ReturnType<typeof useModeratePost> | ReturnType<typeof useChangeMember>
}

/** Removes with a reason, and undoes it without one. */
function RemovalButton({ isRemoved, labels, change }: Props) {
  const { showFailure } = useGroupsAdminApp()
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const { mutate, mutateAsync, isPending } = change
  return (
    <>
      {isRemoved ? (
        <BusyButton compact look="quiet" isBusy={isPending} onClick={() => mutate(null, { onError: showFailure })}>
          {labels.restore}
        </BusyButton>
      ) : (
        <Button compact look="quiet" className="danger" onClick={() => setAsking(true)}>
          {labels.remove}
        </Button>
      )}
      <ReasonDialog
        id={id}
        title={labels.remove}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onReason={(reason) => mutateAsync(reason)}
      />
    </>
  )
}

export function PostRemoval({ postId, isRemoved }: { readonly postId: string; readonly isRemoved: boolean }) {
  const { t } = useGroupsAdminApp()
  const labels = { remove: t("admin.group_post_remove"), restore: t("admin.group_post_restore") }
  return <RemovalButton isRemoved={isRemoved} labels={labels} change={useModeratePost(postId)} />
}

interface MemberProps {
  readonly membership: Parameters<typeof useChangeMember>[0]
  readonly isRemoved: boolean
}

export function MemberRemoval({ membership, isRemoved }: MemberProps) {
  const { t } = useGroupsAdminApp()
  const labels = { remove: t("admin.group_member_remove"), restore: t("admin.group_member_restore") }
  return <RemovalButton isRemoved={isRemoved} labels={labels} change={useChangeMember(membership)} />
}
