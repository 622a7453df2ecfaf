/** Texts about files, in every language. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import { ENABLED_LOCALES, languageTag } from '#protocol/base/locales.ts';
import { installPage } from '../support/happyDom.ts';
import { makePage } from './page.ts';

const removePage = installPage();
after(removePage);

const { i18n } = await import('@lingui/core');
const { I18nProvider } = await import('@lingui/react');
const { Provider } = await import('jotai/react');
const { createStore } = await import('jotai/vanilla');
const { renderToStaticMarkup } = await import('react-dom/server');
const { setPage } = await import('../../src/widget/features/channel/channel.ts');
const { showLocale } = await import('../../src/widget/features/language/language.ts');
const { useRefusalText } = await import('../../src/widget/features/attachments/useRefusalText.ts');
const { usePictureName } = await import('../../src/ui/attachments/usePictureName.ts');

const VASE: FileAttachment = {
	id: 1,
	message_id: 1,
	file_type: 'image',
	account_id: 1,
	extension: 'png',
	data_url: 'https://chat.example/files/vase.png',
	thumb_url: '',
	file_size: 1,
	width: null,
	height: null,
};

async function say(locale: string, useText: () => string): Promise<string> {
	const store = createStore();
	const page = makePage();
	store.set(setPage, { ...page, channel: { ...page.channel, locale, maximumFileUploadSize: 2.5 } });
	await store.set(showLocale);
	const Line = () => useText();
	return renderToStaticMarkup(
		<Provider store={store}>
			<I18nProvider i18n={i18n}>
				<Line />
			</I18nProvider>
		</Provider>,
	);
}

test("the limit of a file's size is written as the language writes sizes", async () => {
	const limitIn = (locale: string) => say(locale, () => useRefusalText()('TOO_BIG'));
	assert.equal(await limitIn('en'), 'File exceeds the 2.5 MB attachment limit');
	assert.match(await limitIn('fr'), /2,5\sMo/);
	for (const locale of ENABLED_LOCALES) {
		const size = new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit: 'megabyte' }).format(2.5);
		assert.ok((await limitIn(locale)).includes(size), locale);
	}
});

test("a picture's name stands behind the colon of the language", async () => {
	const nameIn = (locale: string) => say(locale, () => usePictureName()(VASE));
	assert.equal(await nameIn('en'), 'Picture message: vase.png');
	assert.match(await nameIn('fr'), /^Image\s: vase\.png$/);
	assert.equal(await nameIn('ja'), '画像：vase.png');
});

test('a picture without a name is named for what it is', async () => {
	assert.equal(await say('en', () => usePictureName()({ ...VASE, data_url: '' })), 'Picture message');
});
