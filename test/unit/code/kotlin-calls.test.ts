import { parseFile } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';
import { called, inherited } from './called.ts';

const store = `package shop

interface Store {
    fun save()
    fun load(): Int
}

class Real(val size: Int) : Store {
    override fun save() {
    }

    override fun load(): Int {
        return size
    }
}
`;

describe('Kotlin', () => {
  it('knows a base that another object stands for, other names of a class and what is added to all of a type', async () => {
    const sources = {
      'Store.kt': store,
      'Wrapped.kt': `package shop

class Wrapped(private val inner: Store) : Store by inner {
    fun twice() {
        load()
        inner.save()
    }
}

object Fixed : Store by Real(3)

typealias Shop = Real

fun <T : Store> T.open(): T = this

fun run(shop: Shop) = shop.open().save()
`,
    };
    expect(await inherited(sources)).toEqual([
      'Store.kt#Real > Store.kt#Store',
      'Wrapped.kt#Fixed > Store.kt#Store',
      'Wrapped.kt#Shop > Store.kt#Real',
      'Wrapped.kt#Wrapped > Store.kt#Store',
    ]);
    expect(await called(sources)).toEqual([
      'Wrapped.kt#Fixed > Store.kt#Real',
      'Wrapped.kt#Wrapped.twice > Store.kt#Store.load',
      'Wrapped.kt#Wrapped.twice > Store.kt#Store.save',
      'Wrapped.kt#run > Store.kt#Real.save',
      'Wrapped.kt#run > Wrapped.kt#T.open',
    ]);
  });

  it('reads a class whose constructor stands on a line of its own, and what is added to a type with arguments', async () => {
    const calls = await called({
      'Order.kt': `package shop

class Order
internal constructor(internal val name: String, val store: Real) :
    Store by store,
    Comparable<Order> {
    fun ship() {
        store.save()
    }
}

fun run(name: String): Order {
    val order = Order(name, Real(1))
    order.ship()
    return order
}
`,
      'Store.kt': store,
    });
    expect(calls).toEqual([
      'Order.kt#Order.ship > Store.kt#Real.save',
      'Order.kt#run > Order.kt#Order',
      'Order.kt#run > Order.kt#Order.ship',
      'Order.kt#run > Store.kt#Real',
    ]);
    const windows = await parseFile(
      'Windows.kt',
      'class Order\r\n  internal constructor(val a: Int) {\r\n  fun ship() {}\r\n}\r\n',
    );
    expect(windows?.symbols[2]).toMatchObject({ qualifiedName: 'Order.ship', startLine: 3 });
    const file = await parseFile('Result.kt', 'fun <V> Result<V>.unwrapped(): V = getOrThrow()');
    expect(file?.symbols[1]).toMatchObject({ qualifiedName: 'Result.unwrapped', className: 'Result' });
  });

  it('follows names that an import gives', async () => {
    const calls = await called({
      'Store.kt': store,
      'log/Log.kt': `package shop.log

object Log {
    fun write(line: String) {
    }
}

class Sink {
    fun run() {
    }
}

fun make(): Sink = Sink()

val main: Sink = Sink()
`,
      'App.kt': `package app

import shop.log.Log as Journal
import shop.log.Sink as Drain
import shop.log.make as build
import shop.log.main as first

class App(private val held: Drain) {
    fun more(given: Drain) {
        Journal.write("x")
        build().run()
    }

    fun other(given: Drain) {
        given.run()
    }

    fun field() {
        held.run()
    }

    fun made() {
        val drain = Drain()
        drain.run()
    }

    fun top() {
        first.run()
    }
}
`,
    });
    expect(calls).toEqual([
      'App.kt#App.field > log/Log.kt#Sink.run',
      'App.kt#App.made > log/Log.kt#Sink',
      'App.kt#App.made > log/Log.kt#Sink.run',
      'App.kt#App.more > log/Log.kt#Log.write',
      'App.kt#App.more > log/Log.kt#Sink.run',
      'App.kt#App.more > log/Log.kt#make',
      'App.kt#App.other > log/Log.kt#Sink.run',
      'App.kt#App.top > log/Log.kt#Sink.run',
      'log/Log.kt > log/Log.kt#Sink',
      'log/Log.kt#make > log/Log.kt#Sink',
    ]);
  });

  it('knows the objects around one by their class', async () => {
    const calls = await called({
      'Store.kt': store,
      'Outer.kt': `package shop

class Outer(private val inner: Store) {
    fun save() {
    }

    inner class Deep {
        fun save() {
        }

        fun outer() {
            this@Outer.save()
        }

        fun own() {
            this@Deep.save()
        }

        fun field() {
            this@Outer.inner.load()
        }

        fun lambda() {
            listOf(1).forEach { this@Deep.save() }
        }
    }
}
`,
    });
    expect(calls).toEqual([
      'Outer.kt#Outer.Deep.field > Store.kt#Store.load',
      'Outer.kt#Outer.Deep.lambda > Outer.kt#Outer.Deep.save',
      'Outer.kt#Outer.Deep.outer > Outer.kt#Outer.save',
      'Outer.kt#Outer.Deep.own > Outer.kt#Outer.Deep.save',
    ]);
  });

  it('takes backticks for no part of a name', async () => {
    const calls = await called({
      'Store.kt': `package shop

class Store {
    fun \`is open\`() {
    }

    fun \`in\`() {
    }
}

fun \`when\`(store: Store) {
    val \`object\` = Store()
    store.\`is open\`()
    \`object\`.\`in\`()
}

fun run(store: Store) {
    \`when\`(store)
}
`,
    });
    expect(calls).toEqual([
      'Store.kt#run > Store.kt#when',
      'Store.kt#when > Store.kt#Store',
      'Store.kt#when > Store.kt#Store.in',
      'Store.kt#when > Store.kt#Store.is open',
    ]);
  });

  it('finds members of the object that a block is run for', async () => {
    const calls = await called({
      'Dsl.kt': `package dsl

@Target(AnnotationTarget.CLASS)
annotation class Module

typealias Setup = Module.() -> Unit

@OptIn(Internal::class)
@Marker
class Module internal constructor(val name: String) {
    fun single(make: Scope.() -> Any) {
    }
}

class Scope {
    fun get(): Any = 1
}

fun module(setup: Setup) {
}
`,
      'scopes/Extra.kt': `package dsl.scopes

import dsl.Scope

fun Scope.fresh(): Any = 2
`,
      'App.kt': `package app

import dsl.module

fun start() {
    module {
        single { get() }
        single { fresh() }
    }
    unknown { apply { map { } } }
}
`,
    });
    expect(calls.filter((call) => call.startsWith('App.kt'))).toEqual([
      'App.kt#start > Dsl.kt#Module.single',
      'App.kt#start > Dsl.kt#Scope.get',
      'App.kt#start > Dsl.kt#module',
      'App.kt#start > scopes/Extra.kt#Scope.fresh',
    ]);
  });

  it('finds what is added to types of libraries, also without an object and behind a block', async () => {
    const calls = await called({
      'text/Text.kt': `package text

fun Appendable.line(text: String) { append(text) }

fun <O : Appendable> O.indent(): O {
    line("")
    return this
}

fun String.quoted(): String = "'$this'"

fun Any.quoted(): String = ""

class Page(val text: String) {
    fun print() {}
    fun shown() = Page(text)
}

fun page(block: Page.() -> Unit): Page = Page("").apply(block)
`,
      'App.kt': `package app

import text.Page
import text.line
import text.indent
import text.page
import text.quoted

fun Appendable.footer() {
    line("x")
}

fun run(page: Page?, out: StringBuilder) {
    out.indent().line("y")
    page!!.also { it.text }.print()
}

fun block() {
    page { }.shown().print()
}

fun words(text: String) = text.quoted()
`,
    });
    expect(calls).toEqual([
      'App.kt#Appendable.footer > text/Text.kt#Appendable.line',
      'App.kt#block > text/Text.kt#Page.print',
      'App.kt#block > text/Text.kt#Page.shown',
      'App.kt#block > text/Text.kt#page',
      'App.kt#run > text/Text.kt#Appendable.line',
      'App.kt#run > text/Text.kt#O.indent',
      'App.kt#run > text/Text.kt#Page.print',
      'App.kt#words > text/Text.kt#String.quoted',
      'text/Text.kt#O.indent > text/Text.kt#Appendable.line',
      'text/Text.kt#Page.shown > text/Text.kt#Page',
      'text/Text.kt#page > text/Text.kt#Page',
    ]);
  });

  it('knows the object of a block and its parameter, classes as objects, overloads, and results that hold others', async () => {
    const calls = await called({
      'Store.kt': `package shop

sealed class Result<V>
fun <V> Result<V>.value(): V = TODO()

/** A class of things that
 *  a constructor makes.
 */
class Item(val name: String) : Named, Aged {
    fun print() {}
    fun print(copies: Int, vararg marks: String, then: () -> Unit) {}
    override fun age() = super.age()
}

interface Named {
    fun named()
}

interface Aged {
    fun age() {}
}

class Box {
    val inner = Item("x")
}

class Shop(val items: List<Item>) {
    val inner: String = ""
    fun find(): Result<Item> = TODO()
}

val first: Shop = Shop(listOf())

fun KClass<*>.label() = ""
fun Class<*>.label() = ""
fun String?.orNone() = ""
fun shown(item: Item) {}
`,
      'App.kt': `package shop

class App(val shop: Shop, val box: Box) {
    fun each() = shop.items.filter { true }.map { it.print() }
    fun handed() = box.inner.let { one -> one.print(1, "a", "b") { } }
    fun run() = with(box.inner) { named() }
    fun applied() = first.apply { find() }.find().value()
    fun labels() {
        Item::class.label()
        Item::class.java.label()
    }
    fun references() = shop.items.forEach(::shown)
    fun absent(text: String?) = text.orNone()
}
`,
    });
    expect(calls.filter((call) => call.startsWith('App.kt'))).toEqual([
      'App.kt#App.absent > Store.kt#String.orNone',
      'App.kt#App.applied > Store.kt#Result.value',
      'App.kt#App.applied > Store.kt#Shop.find',
      'App.kt#App.each > Store.kt#Item.print',
      'App.kt#App.handed > Store.kt#Item.print~2',
      'App.kt#App.labels > Store.kt#Class.label',
      'App.kt#App.labels > Store.kt#KClass.label',
      'App.kt#App.references > Store.kt#shown',
      'App.kt#App.run > Store.kt#Named.named',
    ]);
    expect(calls).toContain('Store.kt#Item.age > Store.kt#Aged.age');
  });

  it('keeps an extension that a class has for itself, or that is private, to its file', async () => {
    const calls = await called({
      'Own.kt': `package shop

class Own {
    fun Int.priced() = 1
    fun run(count: Int) = count.priced()
}

private fun Int.weighed() = 2
`,
      'App.kt': `package shop

fun run(count: Int) {
    count.priced()
    count.weighed()
}
`,
    });
    expect(calls).toEqual(['Own.kt#Own.run > Own.kt#Own.Int.priced']);
  });

  it('reads calls with type arguments, functions that are handed over, defaults of what is overridden, and other names of a class', async () => {
    const calls = await called({
      'Shop.kt': `package shop

interface Shop {
    fun find(name: String, most: Int = 3): Int
}

class Real : Shop {
    override fun find(name: String, most: Int): Int = most
    fun find(): Int = 1
}

typealias Market = Real

fun <T> make(name: String = "", more: () -> Unit = {}) {}
fun Real.label() = ""
`,
      'App.kt': `package shop

fun run(real: Real) = real.find("a")
fun made() = Market()
fun typed() {
    make<Real> { run(Market()) }
    make<List<Real>>("a")
}
fun handed(all: List<Real>) = all.map(Real::label).also(::println)
fun kind() = Real::class
`,
    });
    expect(calls).toEqual([
      'App.kt#handed > Shop.kt#Real.label',
      'App.kt#made > Shop.kt#Real',
      'App.kt#run > Shop.kt#Real.find',
      'App.kt#typed > App.kt#run',
      'App.kt#typed > Shop.kt#Real',
      'App.kt#typed > Shop.kt#make',
    ]);
  });

  it('reads names that are words of the language in other places, lists with a comma at the end and marks of getters', async () => {
    const calls = await called({
      'Route.kt': `package web

class Route {
    var final = false
    val size
        @JvmName("size")
        get() = measure(1)

    fun get(path: String, body: () -> Unit) = body()
    fun routes() {
        val log by logged("routes")
        get("/all") {
            final = true
        }
    }
    fun dynamic(by: Log) = by.write("by")
    inline fun <
        reified A : (Int)
        -> Int,
        B,
    > both(): Int = measure(
        table[
            1,
        ],
    )
}

val table = listOf(1)
class Log(val constructor: Boolean) {
    fun write(text: String) {}
}
fun measure(one: Int) = one
fun logged(name: String) = lazy { Log(true) }
fun run(route: Route) = route.dynamic(Log(false))
`,
    });
    expect(calls).toEqual([
      'Route.kt#Route > Route.kt#measure',
      'Route.kt#Route.both > Route.kt#measure',
      'Route.kt#Route.dynamic > Route.kt#Log.write',
      'Route.kt#Route.routes > Route.kt#Route.get',
      'Route.kt#Route.routes > Route.kt#logged',
      'Route.kt#logged > Route.kt#Log',
      'Route.kt#run > Route.kt#Log',
      'Route.kt#run > Route.kt#Route.dynamic',
    ]);
    expect((await parseFile('Open.kt', 'fun a() = b<C<D<E<F>(g)\nfun h() {}'))?.symbols.at(-1)?.name).toBe(
      'h',
    );
  });

  it('knows what a property, a lazy value and an object without a name are, and which function of an overloaded name its class calls', async () => {
    const calls = await called({
      'core/src/commonMain/kotlin/Store.kt': `package shop

expect class Store() {
    fun save(): Boolean
}
interface Sink { fun write() }
class Pipe {
    val sink = object : Sink { override fun write() {} }
    val late by lazy { Store() }
}
internal fun Pipe.common() = 1
internal fun Store.common() = 2
`,
      'core/src/appleMain/kotlin/Store.kt': `package shop

actual class Store {
    actual fun save() = true
}
internal fun Pipe.opened() = 1
`,
      'core/src/jvmMain/kotlin/Store.kt': `package shop

actual class Store {
    actual fun save() = common() > 1
}
`,
      'app/src/main/kotlin/App.kt': `package app

import shop.*

fun run(pipe: Pipe) {
    val store = pipe.late
    if (!store.save()) return
    val sink = pipe.sink
    sink.write()
    val other = Store() ?: return
    other.save()
    if (!checked(pipe)) pipe.opened()
}
fun checked(pipe: Any) = (pipe as Pipe).late.save()
`,
    });
    expect(calls.map((call) => call.replaceAll(/\w+\/src\/|kotlin\//gu, ''))).toEqual([
      'main/App.kt#checked > commonMain/Store.kt#Store.save',
      'main/App.kt#run > main/App.kt#checked',
      'main/App.kt#run > commonMain/Store.kt#Sink.write',
      'main/App.kt#run > commonMain/Store.kt#Store',
      'main/App.kt#run > commonMain/Store.kt#Store.save',
      'commonMain/Store.kt#Pipe > commonMain/Store.kt#Store',
      'jvmMain/Store.kt#Store.save > commonMain/Store.kt#Store.common',
    ]);
  });

  it('carries the type that a call is given, also through lists, delegates and a result that is given a class by its heir', async () => {
    const calls = await called({
      'Store.kt': store,
      'Made.kt': `package shop

import made.library.mocked

class Box {
    class Lid { fun close() {} }
}

fun <T : Any> made(name: String): T = TODO()

fun <T> all(): List<T> = TODO()

interface Builder<B> {
    fun named(): B
}

class BoxBuilder : Builder<BoxBuilder> {
    fun sealed() {}
}

fun run(from: Lists) {
    made<Real>("a").save()
    val lid = made<Box.Lid>("b")
    lid.close()
    all<Real>().first().load()
    all<Store>().forEach { it.save() }
    val found by mocked<Box.Lid>()
    found.close()
    listOf<Real>().map { it.load() }
    BoxBuilder().named().sealed()
}
`,
    });
    expect(calls).toEqual([
      'Made.kt#run > Made.kt#Box.Lid.close',
      'Made.kt#run > Made.kt#BoxBuilder',
      'Made.kt#run > Made.kt#BoxBuilder.sealed',
      'Made.kt#run > Made.kt#Builder.named',
      'Made.kt#run > Made.kt#all',
      'Made.kt#run > Made.kt#made',
      'Made.kt#run > Store.kt#Real.load',
      'Made.kt#run > Store.kt#Real.save',
      'Made.kt#run > Store.kt#Store.save',
    ]);
  });

  it('knows what operators, branches, called values and tested types give', async () => {
    const calls = await called({
      'Path.kt': `package shop

class Path {
    operator fun div(child: String): Path = this
    fun read() {}
    fun write() {}
    fun close() {}
    fun open() {}
    fun walk() {}
    fun list() {}
}

class Finder {
    operator fun invoke(name: String): Path = Path()
}

class Reader(val load: (String) -> Path, val find: Finder) {
    fun run(base: Path, isDeep: Boolean, any: Any) {
        val inner = base / "a" / "b"
        inner.read()
        val one = if (isDeep) inner else base
        one.write()
        val kept = base ?: inner
        kept.close()
        load("a").open()
        val found = find("b")
        found.walk()
        when (any) {
            is Path -> any.list()
            is Finder -> any.toString()
        }
    }
}
`,
    });
    expect(calls.filter((call) => call.includes('run'))).toEqual(
      ['close', 'list', 'open', 'read', 'walk', 'write'].map(
        (name) => `Path.kt#Reader.run > Path.kt#Path.${name}`,
      ),
    );
  });

  it('takes a function that is seen, fits the arguments and is for a type around', async () => {
    const calls = await called({
      'Scope.kt': `package shop

open class Scope {
    fun less(than: Int) {}
    infix fun Any.named(name: String) {}
    companion object { fun hashed(text: String) {} }
}

class Box { class Lid }

fun every(block: Scope.() -> Unit) {}
`,
      'Use.kt': `package shop.use

import shop.Box.*
import shop.Scope
import shop.Scope.Companion.hashed
import shop.every

class ScopeTest : Scope() {
    fun less() {
        every { less(2) }
    }

    fun hashed() {
        hashed("a")
        Lid() named "b"
    }
}
`,
    });
    expect(calls).toEqual([
      'Use.kt#ScopeTest > Scope.kt#Scope',
      'Use.kt#ScopeTest.hashed > Scope.kt#Box.Lid',
      'Use.kt#ScopeTest.hashed > Scope.kt#Scope.Any.named',
      'Use.kt#ScopeTest.hashed > Scope.kt#Scope.hashed',
      'Use.kt#ScopeTest.less > Scope.kt#Scope.less',
      'Use.kt#ScopeTest.less > Scope.kt#every',
    ]);
  });
});
