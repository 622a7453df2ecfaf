import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { WaitingDeliveries } from '#protocol/application/deliveryRoutes.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { formatMoment } from '../../common/time.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { DeliveriesPart } from '../receivers/DeliveriesPart.tsx';
import { CheckMailboxPart } from './CheckMailboxPart.tsx';
import { loadMail } from './mail.ts';
import { MailForm } from './MailForm.tsx';
import { MailRecordsPart } from './MailRecordsPart.tsx';
import { MailSetupFacts } from './MailSetupFacts.tsx';
import { TestMailPart } from './TestMailPart.tsx';

/** How mail is sent and fetched, tests of it, and what has not arrived. */
export function MailView({ agent }: { agent: Profile }) {
	const { value, ...progress } = useFresh(useSetAtom(loadMail));
	return (
		<SettingsPage title={<Trans context="settings">Email</Trans>}>
			{value ? (
				<>
					<MailSetupFacts setup={value.setup} />
					{value.setup.stored && <MailForm setup={value.setup} stored={value.setup.stored} onSaved={progress.retry} />}
					{!value.setup.missing.includes('MAIL_FROM') && <MailRecordsPart setup={value.setup} />}
					{value.setup.transport !== 'none' && <TestMailPart email={agent.email} transport={value.setup.transport} />}
					{value.setup.stored && value.setup.mailbox && <CheckMailboxPart />}
					<DeliveriesPart
						type="mail"
						id={0}
						lead={value.waiting && <WaitingMails {...value.waiting} />}
						onSent={progress.retry}
					/>
				</>
			) : (
				<WaitingNote {...progress} />
			)}
		</SettingsPage>
	);
}

function WaitingMails({ waiting, waiting_since }: WaitingDeliveries) {
	const { i18n } = useLingui();
	const moment = formatMoment(waiting_since, i18n.locale);
	return (
		<Trans>
			Waiting: {waiting}, the oldest since {moment}
		</Trans>
	);
}
