/**
 * What mail programs write above the mail that they quote, by language: `wrote`, of the line "On …,
 * … wrote:", and `from`, with which a block of the quoted mail's headers begins. In lower case.
 */
import type { Locale } from '#protocol/base/locales.ts';

interface QuoteWords {
	wrote: readonly string[];
	from: readonly string[];
}

const QUOTE_WORDS: Record<Locale, QuoteWords> = {
	ar: { wrote: ['كتب', 'كتبت', 'كتب/كتبت'], from: ['من', 'المرسل'] },
	ca: { wrote: ['va escriure', 'ha escrit', 'escrigué'], from: ['de', 'des de'] },
	cs: { wrote: ['napsal', 'napsala', 'napsal(a)', 'píše'], from: ['od', 'odesílatel'] },
	da: { wrote: ['skrev', 'skrev følgende'], from: ['fra'] },
	de: { wrote: ['schrieb', 'hat geschrieben', 'geschrieben'], from: ['von'] },
	el: { wrote: ['έγραψε', 'έγραψαν'], from: ['από', 'αποστολέας'] },
	en: { wrote: ['wrote', 'writes'], from: ['from'] },
	es: { wrote: ['escribió', 'ha escrito', 'escribio'], from: ['de', 'desde'] },
	fa: { wrote: ['نوشت', 'نوشته است', 'نوشته'], from: ['از', 'فرستنده'] },
	fi: { wrote: ['kirjoitti'], from: ['lähettäjä', 'lähde'] },
	fr: { wrote: ['a écrit', 'écrit', 'a ecrit'], from: ['de', 'expéditeur'] },
	he: { wrote: ['כתב', 'כתבה', 'מאת', 'כתב/ה'], from: ['מאת', 'מ'] },
	hi: { wrote: ['ने लिखा', 'लिखा'], from: ['प्रेषक', 'से', 'की ओर से'] },
	hu: { wrote: ['ezt írta', 'írta', 'a következőt írta'], from: ['feladó', 'küldő'] },
	id: { wrote: ['menulis'], from: ['dari'] },
	is: { wrote: ['skrifaði'], from: ['frá'] },
	it: { wrote: ['ha scritto', 'scrisse', 'scrive'], from: ['da'] },
	ja: { wrote: ['のメール', 'が書きました', 'wrote', 'のメッセージ'], from: ['差出人', '送信者'] },
	ko: { wrote: ['작성', '님이 작성', '씀', '썼습니다', '님이 씀'], from: ['보낸 사람', '보낸사람', '발신'] },
	lt: { wrote: ['rašė', 'parašė'], from: ['nuo', 'siuntėjas'] },
	lv: { wrote: ['rakstīja', 'raksta'], from: ['no', 'sūtītājs'] },
	ml: { wrote: ['എഴുതി'], from: ['അയച്ചത്', 'പ്രേഷകൻ'] },
	nl: { wrote: ['schreef', 'schreef het volgende', 'heeft geschreven'], from: ['van'] },
	no: { wrote: ['skrev', 'skrev følgende'], from: ['fra'] },
	pl: { wrote: ['napisał', 'napisała', 'napisał(a)', 'pisze'], from: ['od'] },
	pt_BR: { wrote: ['escreveu'], from: ['de', 'remetente'] },
	pt: { wrote: ['escreveu'], from: ['de', 'remetente'] },
	ro: { wrote: ['a scris'], from: ['de la', 'expeditor'] },
	ru: {
		wrote: ['написал', 'написала', 'написал(а)', 'пишет', 'писал', 'писал(а)'],
		from: ['от', 'от кого', 'отправитель'],
	},
	sk: { wrote: ['napísal', 'napísala', 'napísal(a)', 'píše'], from: ['od', 'odosielateľ'] },
	sr: {
		wrote: ['је написао', 'је написао/ла', 'написао', 'је написао(ла)', 'je napisao', 'je napisao/la', 'napisao'],
		from: ['од', 'пошиљалац', 'od', 'šalje'],
	},
	sv: { wrote: ['skrev', 'skrev följande'], from: ['från'] },
	ta: { wrote: ['எழுதியது', 'எழுதினார்'], from: ['அனுப்புநர்', 'இருந்து'] },
	th: { wrote: ['เขียนว่า', 'เขียน'], from: ['จาก'] },
	tr: { wrote: ['şunu yazdı', 'yazdı', 'tarihinde şunu yazdı'], from: ['kimden', 'gönderen'] },
	uk: { wrote: ['пише', 'написав', 'написала', 'написав(ла)'], from: ['від', 'відправник'] },
	vi: { wrote: ['đã viết', 'viết'], from: ['từ', 'người gửi'] },
	zh_CN: { wrote: ['写道', '写到', '编写', '寫道'], from: ['发件人', '发信人'] },
	zh_TW: { wrote: ['寫道', '於', '写道'], from: ['寄件者', '寄件人', '發件人'] },
};

const words = Object.values(QUOTE_WORDS);

export const WROTE: readonly string[] = [...new Set(words.flatMap(({ wrote }) => wrote))];
export const FROM: ReadonlySet<string> = new Set(words.flatMap(({ from }) => from));
