<?php
/**
 * On which pages the chat appears.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

function live_chat_widget_is_wanted_here( $settings ) {
	if ( 'all' === $settings['pages'] ) {
		return true;
	}
	$is_named = live_chat_widget_is_path_named( $settings['paths'] ) || live_chat_widget_is_kind_named( $settings['kinds'] );
	return 'only' === $settings['pages'] ? $is_named : ! $is_named;
}

function live_chat_widget_is_path_named( $patterns ) {
	$address = isset( $_SERVER['REQUEST_URI'] ) ? esc_url_raw( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '';
	$path    = (string) wp_parse_url( $address, PHP_URL_PATH );
	$query   = (string) wp_parse_url( $address, PHP_URL_QUERY );
	foreach ( live_chat_widget_words( $patterns ) as $pattern ) {
		if ( live_chat_widget_names( $pattern, $path, $query ) ) {
			return true;
		}
	}
	return false;
}

/** The tag's `hide-on` means the same by these words. What follows # never reaches a server, so that no pattern with it names a page. */
function live_chat_widget_names( $pattern, $path, $query ) {
	list( $wanted, $wanted_query ) = array_pad( explode( '?', $pattern, 2 ), 2, '*' );
	if ( '' === $wanted ) {
		$wanted = '*';
	}
	$is_path = live_chat_widget_matches( $path, $wanted ) || live_chat_widget_matches( live_chat_widget_without_slash( $path ), live_chat_widget_without_slash( $wanted ) );
	return $is_path && live_chat_widget_matches( $query, $wanted_query );
}

/** `*` stands for any characters, and letters count as people read them. */
function live_chat_widget_matches( $text, $wanted ) {
	$parts = array_map( 'live_chat_widget_quote', explode( '*', rawurldecode( $wanted ) ) );
	return 1 === preg_match( '#^' . implode( '.*', $parts ) . '$#s', rawurldecode( $text ) );
}

/** The root keeps its own. */
function live_chat_widget_without_slash( $path ) {
	return '/' === $path ? $path : preg_replace( '#/$#', '', $path );
}

function live_chat_widget_quote( $part ) {
	return preg_quote( $part, '#' );
}

function live_chat_widget_is_kind_named( $kinds ) {
	$named = live_chat_widget_words( $kinds );
	return array() !== $named && is_singular( $named );
}

function live_chat_widget_words( $list ) {
	return preg_split( '/\s+/', $list, -1, PREG_SPLIT_NO_EMPTY );
}
