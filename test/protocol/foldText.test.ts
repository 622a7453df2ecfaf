import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldText } from '#protocol/base/foldText.ts';

for (const [written, typed] of [
	['Größe ẞ', 'grosse ss'],
	['Łukasz, Żółć', 'lukasz, zolc'],
	['Søren Ærø Ågård', 'soren aero agard'],
	['Đặng Văn Đức', 'dang van duc'],
	['Yıldız IĞDIR İstanbul', 'yildiz igdir istanbul'],
	['Þórður Ægir', 'thordur aegir'],
	['cœur Œuvre', 'coeur oeuvre'],
	['Đorđe ћ', 'dorde ћ'],
	['col·lecció', 'colleccio'],
	['Ħamrun ŋ ŧ', 'hamrun n t'],
	['Ґанок Їжак ёлка', 'ганок іжак елка'],
	['Οδυσσεύς', 'οδυσσευσ'],
	['كتاب مدرسة على', 'كتاب مدرسه علي'],
	['می‌خواهم کتاب', 'ميخواهم كتاب'],
	['٣٤ ۳۴ ３４ ३४', '34 34 34 34'],
	['so\u00ADft\u200B', 'soft'],
] as const)
	test(`"${written}" is compared as "${typed}"`, () => assert.equal(foldText(written), typed));
