import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { widgetPageAtom } from '../channel/channel.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { sendAnswer } from './answers.ts';
import { Question } from './Question.tsx';
import type { KindProps } from './kindProps.ts';
import { KindText } from './KindText.tsx';

/**
 * Asks for the visitor's e-mail address, which becomes the contact's. Where visitors may not change
 * their contact, only the text is shown.
 */
export function EmailBody({ message, attributes }: KindProps<'input_email'>) {
	const { t } = useLingui();
	const send = useSetAtom(sendAnswer);
	const { globalConfig } = useAtomValue(widgetPageAtom);
	const { submitted_email } = attributes;
	if (globalConfig.DISABLE_USER_PROFILE_UPDATE && !submitted_email) return <KindText message={message} />;
	const item = { type: 'email', name: 'email', label: t`Email Address`, required: true } as const;
	return (
		<Question message={message} answers={submitted_email ? [submitted_email] : undefined}>
			<AnswerForm
				message={message}
				items={[item]}
				label={t`Submit`}
				describe={(problem) =>
					problem === 'missing' ? t`Email Address is required` : t`Please enter a valid email address`
				}
				onSubmit={([answer]) => answer && void send(message, { email: answer.value })}
			/>
		</Question>
	);
}
