import { Trans } from '@lingui/react/macro';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { Visitor } from '../../conversations/conversation.ts';
import { useIsVisitorOnline } from '../../visitor/useIsVisitorOnline.ts';
import { VisitorAvatar } from '../../visitor/VisitorAvatar.tsx';
import styles from './ContactHead.module.css';

interface Props {
	visitor: Visitor;
	/** Undefined until the contact has been read. */
	known: TeamContact | undefined;
}

/** Who a contact is: picture and name, whether they are there, and whether that is proven. */
export function ContactHead({ visitor, known }: Props) {
	const isOnline = useIsVisitorOnline(visitor.id);
	return (
		<>
			<VisitorAvatar visitor={visitor} isOnline={isOnline} />
			<div className={styles.who}>
				<h2 className={styles.name} tabIndex={-1}>
					<bdi>{visitor.name}</bdi>
				</h2>
				<p className={styles.presence}>{isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</p>
				{known?.hmac_verified && (
					<p className={styles.proven}>
						<Trans>Identity verified</Trans>
					</p>
				)}
				{known && !known.hmac_verified && known.identifier && (
					<p className={styles.presence}>
						<Trans>Identity not verified</Trans>
					</p>
				)}
			</div>
		</>
	);
}
